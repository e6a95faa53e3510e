/** How the documentation is searched: the build makes the index by them, the page reads it by them. */
export const searchOptions = {
  fields: ["title", "page", "text"],
  storeFields: ["title", "page", "text"],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "AND" as const },
};
