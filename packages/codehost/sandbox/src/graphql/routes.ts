// `POST /graphql`. Most who start the service never ask it in GraphQL, so the library for that is loaded with the first
// question: it would make the start a quarter longer.

import type { Routes } from "../frame/context.ts"

export const graphqlRoutes: Routes = {
  "POST /graphql": {
    run: async (context) => (await import("./answer.ts")).answer(context),
    // Counted there: a limit that is used up is no status 403 but an error with status 200.
    resource: null
  }
}
