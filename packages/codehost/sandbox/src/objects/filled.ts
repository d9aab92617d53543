// Objects of git are kept for repositories that have a commit; the first comes by writing a file or by git itself.

import { type Context, repositoryOf } from "../frame/context.ts"
import { conflict } from "../frame/errors.ts"
import type { Repository, Role } from "../repositories/data.ts"

/** 409 where nothing was ever pushed. */
export const filledRepository = (context: Context, role: Role = "pull"): Repository => {
  const repository = repositoryOf(context, role)
  if (repository.git.refs.size === 0) throw conflict("Git Repository is empty.")
  return repository
}
