declare module 'strings:*' {
  const catalogs: Record<string, Record<string, string>>
  export default catalogs
}

declare module 'source:*' {
  const text: string
  export default text
}

declare module 'bundle:*' {
  const text: string
  export default text
}

/** What there is to do in each chapter, set by build.js. */
declare const BOOK_CONTENTS: import('../tools/book-model/contents.js').ChapterContents[]

/** Set by mdBook's page, relative to the page: '' or '../'. */
declare const path_to_root: string
