import { render } from "preact"

import { SettingsPage } from "../../features/settings/view/settings.tsx"
import { account } from "../../locales/settings.ts"
import { ask } from "../../messaging/client.ts"
import { keepStorage } from "../../ui/keep-storage.ts"
import { openPage } from "../../ui/page.ts"

render(<SettingsPage send={ask} />, openPage(account.title))
keepStorage()
