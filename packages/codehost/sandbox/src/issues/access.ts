// The issues of the repository in a path, as far as the caller may read or change them, and who acts when.

import { type Context, viewerOf } from "../frame/context.ts"
import { forbidden } from "../frame/errors.ts"
import type { Act } from "./events.ts"
import { placeOf } from "./finding.ts"
import { mayTriage } from "./input.ts"
import type { Page } from "./records.ts"

/** The repository in the path with its issues. Fails with 404 if it is hidden from the caller. */
export const pageOf = (context: Context): Page => ({ ...placeOf(context), urls: context.urls })

export const actOf = (context: Context): Act => ({ actorId: viewerOf(context).id, at: context.stamp() })

/** Like `pageOf`, for writes: refuses archived repositories and requires a signed-in caller. */
export const openPageOf = (context: Context): Page => {
  const page = pageOf(context)
  viewerOf(context)
  if (page.repository.archived) throw forbidden("Repository was archived so is read-only.")
  return page
}

/** Like `openPageOf`, for actions that need the triage role or are done by the person named. */
export const sortingPageOf = (context: Context, orPersonId?: number): Page => {
  const page = openPageOf(context)
  if (!mayTriage(context, page) && viewerOf(context).id !== orPersonId) {
    throw forbidden("Must have admin rights to Repository.")
  }
  return page
}
