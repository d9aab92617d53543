/** Until it is known what the popup has to say: who is meant, where the address says so, or the shape of what comes. */
import { popup } from "../../../../locales/popup.ts"
import { nameOf } from "../../../../ui/text/name.ts"
import { earlySubject } from "../../subject/early-subject.ts"

/** @param address of the tab, once it is known */
export const Looking = ({ address = "" }: { readonly address?: string }) => {
  const subject = earlySubject(address)
  return (
    <section class="popup" aria-busy="true">
      <div class="head">
        <div>
          <h1 class="bone">{subject && nameOf(subject)}</h1>
          <p class="unseen" role="status">
            {popup.loading}
          </p>
        </div>
      </div>
    </section>
  )
}
