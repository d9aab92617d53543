import * as Effect from "effect/Effect"

const VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "NO_PROXY", "no_proxy"]

/** Names a proxy in the environment, and nothing else, until the scope ends. */
export const withEnvironment = (variables: Record<string, string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = VARIABLES.map((name) => [name, process.env[name]] as const)
      for (const name of VARIABLES) delete process.env[name]
      Object.assign(process.env, variables)
      return before
    }),
    (before) =>
      Effect.sync(() => {
        for (const [name, value] of before) {
          if (value === undefined) delete process.env[name]
          else process.env[name] = value
        }
      })
  )
