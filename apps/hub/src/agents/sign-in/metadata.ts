/** Protected resource metadata, which tells agents how to sign in: https://datatracker.ietf.org/doc/html/rfc9728 */

export const RESOURCE_METADATA = "/.well-known/oauth-protected-resource/mcp"

/** The scope of tokens. */
export const SCOPE = "mcp"

/** Scopes that clients may ask for. Everything else is ignored. */
export const SCOPES = [SCOPE, "offline_access"]

/** The address of a hub's MCP endpoint, which is the audience of its tokens. */
export const resourceOf = (issuer: string): string => `${issuer}/mcp`

export const resourceMetadata = (issuer: string) => ({
  resource: resourceOf(issuer),
  authorization_servers: [issuer],
  scopes_supported: [SCOPE],
  bearer_methods_supported: ["header"],
  resource_name: "Inlay"
})
