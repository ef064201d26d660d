declare module 'strings:*' {
  const catalogs: Record<string, Record<string, string>>
  export default catalogs
}

declare module 'source:*' {
  const text: string
  export default text
}

declare module 'exercises:' {
  const contents: import('../tools/book/contents.js').ChapterContents[]
  export default contents
}

declare module 'module:*' {
  const text: string
  export default text
}

declare module 'bundle:*' {
  const text: string
  export default text
}

/** Set by mdBook's page, relative to the page: '' or '../'. */
declare const path_to_root: string
