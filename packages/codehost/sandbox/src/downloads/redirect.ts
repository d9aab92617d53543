// Redirects to a signed, short-lived storage URL.

import type { Context } from "../frame/context.ts"
import type { Reply } from "../frame/reply.ts"
import type { StoredFile } from "./storage.ts"

export const redirectTo = ({ state, urls }: Context, file: StoredFile, seconds = 60): Reply => ({
  status: 302,
  headers: { location: `${urls.storage}${state.storage.sign(file, seconds)}` }
})
