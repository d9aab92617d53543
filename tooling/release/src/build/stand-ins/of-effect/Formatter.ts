/** Replaces `effect/Formatter`: what these bundles print is text and errors, never Effect's values. */
const print = String
export { print as format, print as formatDate, print as formatJson, print as formatPath, print as formatPropertyKey }
