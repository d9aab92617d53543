/** In the place of `effect/Formatter`: how Effect's values print, which nobody sees of a promise client. */
export const format = String
export const formatJson = String
export const formatPropertyKey = String
export const formatPath = String
export const formatDate = String
