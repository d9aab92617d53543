// REST routes for classic projects. They exist only if `POST /settings { classicProjects: true }` has made the sandbox
// an old enterprise server. The public service removed these endpoints in 2025.

import { type Context, type Route, type Routes, wholeParam } from "../frame/context.ts"
import { notFound } from "../frame/errors.ts"
import { paginate } from "../frame/paging.ts"
import { ok, type Reply } from "../frame/reply.ts"
import { roleOf } from "../repositories/repositories.ts"
import type { Column } from "./cards.ts"
import { cardRecord } from "./records.ts"

const columnOf = (context: Context): Column => {
  const id = wholeParam(context, "column_id")
  const column = context.world.boards.columns.find((one) => one.id === id)
  const repository = context.world.repositories.byId.get(column?.repositoryId ?? 0)
  if (column === undefined || repository === undefined) throw notFound()
  if (roleOf(context.world, repository, context.viewer) === undefined) throw notFound()
  return column
}

const listCards = (context: Context): Reply => {
  const { id } = columnOf(context)
  const cards = context.world.boards.cards.filter(({ columnId }) => columnId === id)
  // Newest first.
  return paginate(context, cards.toReversed(), (card) => cardRecord(context, card))
}

const getColumn = (context: Context): Reply => {
  const { id, name, projectId } = columnOf(context)
  const url = `${context.urls.api}/projects/columns/${id}`
  return ok({ id, name, url, project_url: `${context.urls.api}/projects/${projectId}`, cards_url: `${url}/cards` })
}

const whereClassic =
  (run: Route["run"]): Route["run"] =>
  (context) => {
    if (!context.state.settings.classicProjects) throw notFound()
    return run(context)
  }

export const cardRoutes: Routes = {
  "GET /projects/columns/{column_id}": { run: whereClassic(getColumn) },
  "GET /projects/columns/{column_id}/cards": { run: whereClassic(listCards) }
}
