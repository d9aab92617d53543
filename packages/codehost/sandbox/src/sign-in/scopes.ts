// Normalizes requested scopes: removes unknown scopes, duplicates, and scopes that another one includes.
// Source: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps

const holds: Readonly<Record<string, ReadonlyArray<string>>> = {
  repo: ["repo:status", "repo_deployment", "public_repo", "repo:invite", "security_events"],
  "admin:org": ["write:org", "read:org"],
  "write:org": ["read:org"],
  user: ["read:user", "user:email", "user:follow"],
  project: ["read:project"],
  "admin:repo_hook": ["write:repo_hook", "read:repo_hook"],
  "write:repo_hook": ["read:repo_hook"],
  "write:discussion": ["read:discussion"],
  gist: [],
  notifications: [],
  workflow: [],
  delete_repo: [],
  "admin:org_hook": []
}

const allScopes = new Set(Object.entries(holds).flatMap(([scope, others]) => [scope, ...others]))

/** Parses scopes separated by blanks or commas. */
export const grantedScopes = (text: string): ReadonlyArray<string> => {
  const scopes = [...new Set(text.split(/[\s,]+/).filter((scope) => allScopes.has(scope)))]
  return scopes.filter((scope) => !scopes.some((other) => holds[other]?.includes(scope) === true)).sort()
}
