// Branches that take nothing but merges: what is said to whoever would push.
// Source: https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository

import type { Context } from "../frame/context.ts"
import type { Repository } from "../repositories/data.ts"
import { repositoryPolicy } from "./data.ts"

/** Why a branch may not be pushed to; undefined where it may. */
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
