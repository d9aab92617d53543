/** Determines whether a page is on a site that the user's web analytics collects, and which property collects it. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks"

import { site as words } from "../../../locales/site.ts"
import type { Failure } from "../../../messaging/failure.ts"
import type { Tab } from "../../section.ts"
import {
  chooseAt,
  chosenAt,
  forgetOwnProperties,
  lastOwnProperties,
  ownProperties,
  propertiesAt,
  saveOwnProperties,
  type OwnProperty
} from "../own-properties.ts"
import { listProperties } from "../reading.ts"

type SiteState =
  | { readonly at: "looking" }
  /** `why` is empty if there is no reason worth showing. */
  | { readonly at: "none"; readonly why: string }
  | { readonly at: "failed"; readonly error: Failure }
  /** Several properties collect the site. `gone`: the name of the chosen property, if it no longer exists. */
  | { readonly at: "choice"; readonly of: ReadonlyArray<OwnProperty>; readonly gone?: string }
  | { readonly at: "property"; readonly property: OwnProperty; readonly of: ReadonlyArray<OwnProperty> }

export interface Site {
  readonly state: SiteState
  readonly choose: (property: OwnProperty) => void
  /** Asks the service again, whatever is stored. */
  readonly look: () => void
  /** Called if the service has no figures for a property, to check whether it still exists. */
  readonly missing: (property: OwnProperty, error: Failure) => void
}

const isPaired = ({ own }: Failure): boolean => !(own?.is === "hub" && own.why === "notPaired")

/** Derives the state from the properties of a page. */
const stateOf = (address: string, of: ReadonlyArray<OwnProperty>, goneName?: string): SiteState => {
  const [only, ...more] = of
  if (only === undefined) return { at: "none", why: goneName === undefined ? "" : words.gone(goneName) }
  const selection = of.find(({ property }) => property === chosenAt(address))
  if (selection !== undefined) return { at: "property", property: selection, of }
  // If the chosen property is gone, the user chooses its replacement.
  if (more.length === 0 && goneName === undefined) return { at: "property", property: only, of }
  return { at: "choice", of, ...(goneName !== undefined && { gone: goneName }) }
}

export const useSite = ({ address, send }: Pick<Tab, "address" | "send">): Site => {
  const [state, setState] = useState<SiteState>({ at: "looking" })
  const turn = useRef(0)

  const look = useCallback(
    async (missing?: { readonly property: OwnProperty; readonly error: Failure }) => {
      const mine = ++turn.current
      setState({ at: "looking" })
      const list = await listProperties(send, lastOwnProperties())
      if (mine !== turn.current) return
      if (list.ok) {
        saveOwnProperties(list.value)
        const at = propertiesAt(address, list.value.properties)
        const isThere = missing !== undefined && at.some(({ property }) => property === missing.property.property)
        if (isThere) return setState({ at: "failed", error: missing.error })
        return setState(stateOf(address, at, missing?.property.name))
      }
      if (!isPaired(list.error)) {
        forgetOwnProperties()
        return setState({ at: "none", why: "" })
      }
      // Failures are not shown on a page that was never on one of the user's sites.
      const isOwn = propertiesAt(address, lastOwnProperties()).length > 0
      return setState(isOwn ? { at: "failed", error: list.error } : { at: "none", why: "" })
    },
    [address, send]
  )

  useEffect(() => {
    const properties = ownProperties(address)
    if (properties === undefined) void look()
    else setState(stateOf(address, propertiesAt(address, properties)))
    return () => {
      turn.current += 1
    }
  }, [address, look])

  return {
    state,
    choose: (property) => {
      chooseAt(address, property.property)
      const of = "of" in state ? state.of : [property]
      setState({ at: "property", property, of })
    },
    look: () => void look(),
    missing: (property, error) => void look({ property, error })
  }
}
