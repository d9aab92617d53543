/** Answers that redirect elsewhere. A client that follows them takes the account's key along. */
import type { Exchange, Faults } from "./fault.ts"

const leads =
  (status: number) =>
  ({ response, request, elsewhere }: Exchange): void =>
    void response.writeHead(status, { location: elsewhere + (request.url ?? "/") }).end()

export const redirects = {
  "redirect-loop": {
    describes: "302 to itself",
    respond: ({ response, request }) => void response.writeHead(302, { location: request.url ?? "/" }).end()
  },
  "redirect-301": { describes: "301 to another origin", respond: leads(301) },
  "redirect-307": { describes: "307 to another origin", respond: leads(307) },
  "redirect-308": { describes: "308 to another origin", respond: leads(308) }
} satisfies Faults
