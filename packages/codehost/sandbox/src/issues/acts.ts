// What routes of issues begin with: the place, the page that records are written for, and who acts when.

import { type Context, viewerOf } from "../frame/context.ts"
import { forbidden } from "../frame/errors.ts"
import type { Act } from "./events.ts"
import { placeOf } from "./finding.ts"
import { mayTriage } from "./input.ts"
import type { Page } from "./records.ts"

/** The repository of the path with its issues; 404 where it is hidden. */
export const pageOf = (context: Context): Page => ({ ...placeOf(context), urls: context.urls })

export const actOf = (context: Context): Act => ({ actorId: viewerOf(context).id, at: context.stamp() })

/** As `pageOf`, for writing: not in an archived repository. */
export const openPageOf = (context: Context): Page => {
  const page = pageOf(context)
  viewerOf(context)
  if (page.repository.archived) throw forbidden("Repository was archived so is read-only.")
  return page
}

/** As `openPageOf`, for what only those may do who sort issues, or the person named. */
export const sortingPageOf = (context: Context, orPersonId?: number): Page => {
  const page = openPageOf(context)
  if (!mayTriage(context, page) && viewerOf(context).id !== orPersonId) {
    throw forbidden("Must have admin rights to Repository.")
  }
  return page
}
