import { markSent } from '#shared/contract/movement';
import { hasLeft, parcelSchema, type Movement } from '#shared/model/movement';
import { callApi } from '../../lib/api';
import { Button } from '../../ui/button';
import { Form } from '../../ui/form';
import { FormActions } from '../../ui/form-actions';
import { TextField } from '../../ui/text-field';
import { showToast } from '../../ui/toast';
import { useSubmitForm } from '../../ui/use-submit-form';

/** The parcel in which the devices of a return or exchange come back, and not one that the staff sent. */
export const ownParcel = (movement: Movement) => (hasLeft(movement) ? movement.parcel : null);

/** Names the parcel in which devices come back. */
export function ParcelForm({ movement, onClose }: { movement: Movement; onClose: () => void }) {
  const form = useSubmitForm(parcelSchema, {
    defaultValues: ownParcel(movement) ?? { carrier: '', number: '' },
    focusFirst: true,
    send: async (body) => {
      await callApi(markSent, { params: { id: movement.id }, body });
      return () => {
        showToast({ tone: 'success', title: '発送を記録しました', description: '担当者にもお知らせしました。' });
        onClose();
      };
    },
    failed: { title: '発送を記録できませんでした' },
  });
  return (
    <Form form={form} className="mt-4 max-w-xl">
      <TextField label="配送会社" required placeholder="ヤマト運輸" {...form.field('carrier')} />
      <TextField label="送り状番号" required inputMode="numeric" {...form.field('number')} />
      <FormActions onCancel={onClose}>
        <Button type="submit" busy={form.busy}>
          記録する
        </Button>
      </FormActions>
    </Form>
  );
}
