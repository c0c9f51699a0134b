// Not from the catalogue: the HTML's own script carries no more words than it shows.
import { event } from '../../../contract/texts/event-texts.ts'
import { PRODUCT } from '../../ui/layout/product.ts'

/** Of an Orma's page, by the URL's hash; the live feed has none. */
export const EVENT_TABS = [
  { id: '', text: event.liveFeed },
  { id: 'timeline', text: PRODUCT.name },
  { id: PRODUCT.slug, text: event.highlights },
]
