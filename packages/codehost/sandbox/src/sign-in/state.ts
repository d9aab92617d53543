// The state of the sign-in service.

import { type Codes, makeCodes } from "./codes.ts"
import { type DeviceFlow, makeDeviceFlow } from "./device.ts"
import { makeTokens, type TokenDesk, type Tokens } from "./tokens.ts"

export interface SignInState {
  readonly device: DeviceFlow
  readonly codes: Codes
  readonly tokens: Tokens
  readonly reset: () => void
}

export const makeSignIn = (desk: TokenDesk): SignInState => {
  const device = makeDeviceFlow(desk.now)
  const codes = makeCodes(desk.now)
  const tokens = makeTokens(desk)
  return {
    device,
    codes,
    tokens,
    reset: () => {
      device.reset()
      codes.reset()
      tokens.reset()
    }
  }
}
