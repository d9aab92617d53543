/** What forms and the documentation say about the settings of an account, by field. Pure data: pages import it, too. */
import type { FieldTexts } from "@inlay/agent-plugin/Account"

/** By the field's name. */
export const fieldTexts: FieldTexts = {
  base_url: {
    label: "Base address",
    help: "The API's address. Enterprise server: https://HOST/api/v3. On ghe.com: https://api.NAME.ghe.com. https only, except on this machine."
  },
  token: {
    label: "Access token",
    help: "Created in the service's settings, under Developer settings. A classic token with the scopes repo, workflow, gist, read:org, project covers all steps."
  },
  repositories: {
    label: "Repositories",
    help: "owner/repo names, separated by commas or blanks. Limits the account to these. Empty: no limit."
  },
  read_only: { label: "Read-only", help: "Refuses every change before it is sent." },
  page_site: {
    label: "Website",
    help: "Where people view its repositories, such as code.acme.example, if not on the base address's host."
  },
  auth_header: {
    label: "Token header",
    help: "The header that carries the token, if the server expects a different one."
  },
  auth_scheme: {
    label: "Token scheme",
    help: "The word before the token, such as Bearer or token. none: only the token."
  },
  extra_headers: {
    label: "Extra headers",
    help: 'Headers that the server or its gateway expects on every request, as a JSON object: {"x-tenant": "acme"}. No secrets.'
  }
}
