// Finds out whether a branch accepts only merges, and the message for refused pushes.
// Source: https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository

import type { Context } from "../frame/context.ts"
import type { Repository } from "../repositories/repositories.ts"
import { repositoryPolicy } from "./policies.ts"

/** The reason why a branch cannot be pushed to, or undefined if it can. */
export const protectionOf = (
  { state }: Context,
  { id }: Repository,
  branch: string
): { readonly message: string; readonly isRule: boolean } | undefined => {
  const { protection, rules } = repositoryPolicy(state.policies, id)
  const [old, rule] = [protection[branch], rules[branch]]
  if (rule !== undefined) return { message: `Repository rule violations found\n\n${rule}\n\n`, isRule: true }
  return old === undefined ? undefined : { message: old, isRule: false }
}
