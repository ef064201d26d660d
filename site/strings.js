/// <reference path="./types.d.ts" />

/**
 * The words of a widget: one JSON file per language, all with the keys of
 * English. `import catalogs from 'strings:./strings'` reads a folder of them
 * when the widgets are bundled, so a language is started by adding a file.
 *
 * @typedef {Record<string, string>} Catalog
 * @typedef {Record<string, Catalog>} Catalogs by BCP 47 language tag
 * @typedef {(key: string, values?: Record<string, string | number>) => string}
 *   Translate
 */

/**
 * A key that a language does not have yet is said in English.
 *
 * @param {Catalogs} catalogs
 * @param {string} language
 * @returns {Translate} which throws when English has no such key either
 */
export function translator(catalogs, language) {
  const tag = matchLanguage(Object.keys(catalogs), language)
  return (key, values = {}) => {
    const text = catalogs[tag][key] ?? catalogs.en[key]
    if (text === undefined) {
      throw new Error(`got the key "${key}", expected one of strings/en.json`)
    }
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]))
  }
}

/**
 * @param {string[]} available
 * @param {string} language
 * @returns {string} the language, one that shares its first subtag, or `en`
 */
export function matchLanguage(available, language) {
  const wanted = language.toLowerCase()
  const primary = wanted.split('-')[0]
  return (
    available.find((tag) => tag.toLowerCase() === wanted) ??
    available.find((tag) => tag.toLowerCase().split('-')[0] === primary) ??
    'en'
  )
}

/**
 * @param {Element} element
 * @returns {string} the language of the text around it
 */
export function languageOf(element) {
  return element.closest('[lang]')?.getAttribute('lang') || 'en'
}
