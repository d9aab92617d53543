/**
 * Well-known web applications, by what they are used for. Pure data. Each host includes its subdomains. A list can name
 * only the common ones; `application.ts` recognises others by how they are named.
 */

import type { Application } from "../requests.ts"

const HOSTS: { readonly [A in Application]?: string } = {
  mail: `fastmail.com gmail.com gmx.com gmx.net hey.com hushmail.com inbox.com mail.com mail.ru mailbox.org outlook.com
    hotmail.com live.com office.com outlook.live.com outlook.office.com outlook.office365.com posteo.de proton.me
    protonmail.com mail.google.com superhuman.com tutanota.com tuta.com mail.yahoo.com mailchimp.com`,
  calendar: `acuityscheduling.com cal.com calendar.google.com calendly.com doodle.com savvycal.com`,
  customers: `activecampaign.com apollo.io attio.com capsulecrm.com close.com copper.com crm.dynamics.com dynamics.com
    folk.app force.com freshsales.io freshworks.com gong.io hubspot.com insightly.com intercom.com keap.com lemlist.com
    lightning.force.com lusha.com myfreshworks.com nimble.com outreach.io pipedrive.com rocketreach.co salesforce.com
    salesloft.com streak.com sugarcrm.com zendesk.com zoominfo.com zohocrm.com`,
  documents: `airtable.com asana.com atlassian.net basecamp.com box.com canva.com clickup.com coda.io docs.google.com
    docusign.com docusign.net drive.google.com dropbox.com evernote.com figma.com forms.gle keep.google.com linear.app
    lucid.app miro.com monday.com mural.co notion.site notion.so onedrive.live.com overleaf.com quip.com sharepoint.com
    sheets.google.com slides.google.com smartsheet.com trello.com typeform.com workflowy.com`,
  search: `ask.com baidu.com bing.com brave.com dogpile.com duckduckgo.com ecosia.org kagi.com naver.com qwant.com
    search.brave.com seznam.cz startpage.com yahoo.com you.com wikipedia.org wikidata.org archive.org`,
  code: `bitbucket.org codeberg.org codepen.io codesandbox.io crates.io gist.github.com gitee.com github.com github.dev
    gitlab.com gitpod.io jsfiddle.net npmjs.com nuget.org pypi.org replit.com rubygems.org sourceforge.net
    sourcegraph.com sr.ht stackblitz.com stackexchange.com stackoverflow.com visualstudio.com`,
  chat: `discord.com discordapp.com flock.com gather.town gotomeeting.com mattermost.com meet.google.com
    messages.google.com messenger.com element.io meet.jit.si rocket.chat signal.org skype.com slack.com
    teams.live.com teams.microsoft.com telegram.org web.telegram.org webex.com wechat.com whatsapp.com whereby.com
    zoom.us zulipchat.com`,
  social: `bsky.app facebook.com fb.com instagram.com linkedin.com mastodon.social medium.com meetup.com nextdoor.com
    pinterest.com quora.com reddit.com snapchat.com substack.com threads.net threads.com tiktok.com tumblr.com
    twitter.com vk.com weibo.com x.com xing.com linktr.ee neighbourly.co.nz`,
  maps: `mapquest.com maps.apple.com maps.google.com openstreetmap.org waze.com what3words.com here.com maps.me`,
  bank: `afterpay.com airwallex.com amp.com.au anz.co.nz anz.com anz.com.au asb.co.nz bankwest.com.au bnz.co.nz
    bendigobank.com.au boq.com.au citi.com commbank.com.au chase.com hsbc.com.au hsbc.com ing.com.au kiwibank.co.nz
    macquarie.com.au mebank.com.au myob.com nab.com.au paypal.com paypal.me revolut.com stgeorge.com.au stripe.com
    suncorpbank.com.au suncorp.com.au tsb.co.nz up.com.au westpac.co.nz westpac.com.au wise.com xero.com
    cooperativebank.co.nz sbsbank.co.nz intuit.com`,
  market: `aliexpress.com booking.com carsales.com.au domain.com.au etsy.com expedia.com gumtree.com gumtree.com.au
    realestate.com.au realestate.co.nz seek.co.nz seek.com.au indeed.com glassdoor.com trademe.co.nz temu.com
    tripadvisor.com airbnb.com uber.com wotif.com yellowpages.com.au yellow.co.nz localsearch.com.au truelocal.com.au`,
  media: `disneyplus.com netflix.com primevideo.com soundcloud.com spotify.com stan.com.au twitch.tv vimeo.com
    youtube.com youtu.be abc.net.au rnz.co.nz stuff.co.nz nzherald.co.nz news.com.au smh.com.au theage.com.au bbc.co.uk
    bbc.com nytimes.com theguardian.com cnn.com`,
  assistant: `chatgpt.com claude.ai chat.openai.com copilot.microsoft.com gemini.google.com huggingface.co
    perplexity.ai poe.com grok.com mistral.ai deepseek.com`,
  administration: `admin.google.com analytics.google.com app.cloudflare.com auth0.com azure.com cloud.google.com
    cloudflare.com console.aws.amazon.com datadoghq.com dash.cloudflare.com digitalocean.com godaddy.com grafana.net
    heroku.com icloud.com login.microsoftonline.com lastpass.com 1password.com bitwarden.com microsoftonline.com
    my.gov.au myid.gov.au newrelic.com okta.com onelogin.com pagerduty.com render.com sentry.io servicenow.com
    service-now.com workday.com myworkday.com netsuite.com sap.com bamboohr.com deputy.com employmenthero.com
    search.google.com ads.google.com tagmanager.google.com mixpanel.com amplitude.com splunkcloud.com snowflakecomputing.com`
}

/**
 * Brands with a host in every country, such as `google.co.nz` and `amazon.com.au`, by the first label of the registered
 * domain.
 */
export const BRANDS: Readonly<Record<string, Application>> = {
  google: "search",
  bing: "search",
  yahoo: "search",
  yandex: "search",
  amazon: "market",
  ebay: "market"
}

/** Maps each host to what it is used for. */
export const applicationHosts: ReadonlyMap<string, Application> = new Map(
  (Object.keys(HOSTS) as ReadonlyArray<Application>).flatMap((application) =>
    (HOSTS[application] ?? "").split(/\s+/).map((host) => [host, application] as const)
  )
)
