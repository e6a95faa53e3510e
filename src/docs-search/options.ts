/**
 * Options of the documentation's search. The build creates the index with them. The page's script and the agents'
 * tool search with them.
 */
export const searchOptions = {
  fields: ["title", "page", "text"],
  storeFields: ["title", "page", "text"],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: "OR" as const },
};
