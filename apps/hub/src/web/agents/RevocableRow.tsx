/** Somebody who may call this hub: what it may do, when it last did, and how to end that. */
import { visible } from "@inlay/ui/text/visible"
import type { ComponentChildren } from "preact"

import { remove } from "../api/client.ts"
import type { Token } from "../api/types.ts"
import { RemoveButton } from "../shared/RemoveButton.tsx"
import { Time } from "../shared/Time.tsx"
import { grantText } from "./grant-text.ts"
import { agents as words } from "./words.ts"

export const RevocableRow = (props: {
  readonly holder: Pick<Token, "name" | "grant" | "lastUsedAt">
  /** The question before it is revoked, which says what that ends. */
  readonly question: string
  /** What there is at this address is deleted. */
  readonly path: string
  /** Facts of this kind of holder alone. */
  readonly children: ComponentChildren
  readonly onRevoked: () => void
}) => {
  const { holder, path } = props
  return (
    <li class="account">
      <div class="account-main">
        <strong>
          <bdi>{visible(holder.name)}</bdi>
        </strong>
        <span class="quiet small">{visible(grantText(holder.grant))}</span>
        <span class="quiet small">
          {props.children}
          {" · "}
          {holder.lastUsedAt === null ? (
            words.neverUsed
          ) : (
            <>
              {words.lastUse} <Time at={holder.lastUsedAt} />
            </>
          )}
        </span>
      </div>
      <RemoveButton
        text={words.revoke}
        label={words.revokeNamed(visible(holder.name))}
        question={visible(props.question)}
        remove={() => remove(path)}
        onRemoved={props.onRevoked}
      />
    </li>
  )
}
