/** The secret of a trigger that was just switched on, to be copied for the agent. */
import { Button } from "@inlay/ui/Button"
import { useCopying } from "@inlay/ui/copying"
import { useCallback, useState } from "preact/hooks"

import { triggers as words } from "../../../../locales/repository.ts"
import { triggerTitle } from "../../../../ui/text/trigger-title.ts"
import { useStored } from "../../../../ui/use-stored.ts"
import { addedSecret, forgetSecret, type AddedSecret } from "../../added-secret.ts"
import type { RepositoryRef } from "../../requests.ts"

/** The secret that the user is not done with, whichever popup switched its trigger on. */
export const useAdded = (of: RepositoryRef) => {
  const [added, setAdded] = useState<AddedSecret>()
  const read = async (isNewest: () => boolean) => {
    const kept = await addedSecret(of)
    if (isNewest() && kept !== undefined) setAdded(kept)
  }
  useStored(useCallback(read, [of.account, of.owner, of.repo]))
  const done = () => {
    void forgetSecret(of)
    setAdded(undefined)
  }
  return { added, setAdded, done }
}

export const Added = ({ of, onClose }: { readonly of: AddedSecret; readonly onClose: () => void }) => {
  const { trigger, secret } = of
  const copying = useCopying(words.notCopied)
  return (
    <div class="stack repo-form" role="status">
      <p class="small">{words.live(triggerTitle(trigger), words.added)}</p>
      <code class="repo-secret">{secret}</code>
      {copying.said !== "" && copying.done === undefined && <p class="small quiet">{copying.said}</p>}
      <div class="actions">
        <Button onClick={() => copying.copy("secret", words.copied, secret)}>
          {copying.done === "secret" ? words.copied : words.copySecret}
        </Button>
        <Button look="bare" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </div>
  )
}
