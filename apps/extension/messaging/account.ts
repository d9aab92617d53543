/** How requests name an account. Pure. */
import { isTextOf } from "./shape.ts"

/** An account. Its name is unique within its plugin. */
export interface AccountRef {
  readonly plugin: string
  readonly account: string
}

/** The fields that name an account in every request about one, whether of this browser or of the hub. */
export const refShape = { plugin: isTextOf(40), account: isTextOf(80) } as const
