// Git objects can only be written to a repository that has a commit. The first commit is made by writing a file or by a
// push.

import { type Context, repositoryOf } from "../frame/context.ts"
import { conflict } from "../frame/errors.ts"
import type { Repository, Role } from "../repositories/repositories.ts"

/** Fails with 409 if the repository is empty. */
export const nonEmptyRepository = (context: Context, role: Role = "pull"): Repository => {
  const repository = repositoryOf(context, role)
  if (repository.git.refs.size === 0) throw conflict("Git Repository is empty.")
  return repository
}
