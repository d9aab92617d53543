/** How agents may sign in to this hub. */
import * as Context from "effect/Context"

export class SignInSettings extends Context.Service<
  SignInSettings,
  {
    /** Of the vault, whose key seals what the authorization server signs with. */
    readonly directory: string
    /** Whether clients may register themselves; most have a metadata document. */
    readonly registration: boolean
    /** Fetches clients' metadata documents; by default from the public internet alone. */
    readonly fetchDocument?: (address: string | URL | Request) => Promise<Response>
  }
>()("@inlay/hub/SignInSettings") {}
