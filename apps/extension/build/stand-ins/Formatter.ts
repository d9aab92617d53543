/** In the place of `effect/Formatter`: what the worker logs are texts and errors, never Effect's values. */
const print = String
export { print as format, print as formatDate, print as formatJson, print as formatPath, print as formatPropertyKey }
