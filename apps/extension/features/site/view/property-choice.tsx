/** Asks which of a site's several properties to show. The choice is remembered. */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"

import { site as words } from "../../../locales/site.ts"
import type { OwnProperty } from "../own-properties.ts"

/** A property may be without a name. */
export const nameOf = ({ name, property }: OwnProperty): string => visible(name === "" ? property : name)

export const PropertyChoice = (props: {
  readonly of: ReadonlyArray<OwnProperty>
  readonly gone?: string
  readonly onChoose: (property: OwnProperty) => void
}) => (
  <div class="site-choice">
    {props.gone !== undefined && <p>{visible(words.gone(props.gone))}</p>}
    <p>{words.choose}</p>
    {props.of.map((one) => (
      <Button key={one.property} wide onClick={() => props.onChoose(one)}>
        {nameOf(one)}
      </Button>
    ))}
  </div>
)
