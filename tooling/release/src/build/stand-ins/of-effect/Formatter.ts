/** Replaces `effect/Formatter`, which prints Effect's values. No promise client shows any. */
export const format = String
export const formatJson = String
export const formatPropertyKey = String
export const formatPath = String
export const formatDate = String
