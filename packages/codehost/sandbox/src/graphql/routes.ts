// Route for `POST /graphql`. The GraphQL library is loaded with the first request, because most users never need it and
// it would make the start a quarter slower.

import type { Routes } from "../frame/context.ts"

export const graphqlRoutes: Routes = {
  "POST /graphql": {
    run: async (context) => (await import("./answer.ts")).answer(context),
    // The GraphQL code counts the request itself: an exhausted limit is an error with status 200, not a 403.
    resource: null
  }
}
