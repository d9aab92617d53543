import { render } from "preact"

import { Accounts } from "../../features/accounts/view/view.tsx"
import { account } from "../../locales/settings.ts"
import { ask } from "../../messaging/client.ts"
import { keepStorage } from "../../ui/keep-storage.ts"
import { openPage } from "../../ui/page.ts"

render(<Accounts send={ask} />, openPage(account.title))
keepStorage()
