import { Ban, CircleCheck, CircleX, Undo2 } from 'lucide-react';
import type { Document } from '#shared/model/document';
import type { StatusLook } from '../../ui/status-badge';

/** How the state of a document is shown; the words are those of the payment history (spec 4). */
export const documentLooks: Readonly<Record<Document['state'], StatusLook>> = {
  paid: { label: 'お支払い完了', tone: 'success', Icon: CircleCheck },
  open: { label: '未払い', tone: 'danger', Icon: CircleX },
  void: { label: '無効', tone: 'neutral', Icon: Ban },
  uncollectible: { label: '回収不能', tone: 'neutral', Icon: Ban },
  credited: { label: '減額・返金', tone: 'neutral', Icon: Undo2 },
};
