/** How agents may sign in to this hub. */
import * as Context from "effect/Context"

export class SignInSettings extends Context.Service<
  SignInSettings,
  {
    /** Whether clients may register themselves. Most clients use a metadata document instead. */
    readonly registration: boolean
    /** Fetches clients' metadata documents. By default only from the public internet. */
    readonly fetchDocument?: (address: string | URL | Request) => Promise<Response>
  }
>()("@inlay/hub/SignInSettings") {}
