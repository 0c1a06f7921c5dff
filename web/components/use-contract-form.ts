import { type BaseSyntheticEvent, useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useForm,
  useWatch,
} from "react-hook-form";
import { ApiError } from "../lib/api-error.ts";

/** A mutation hook's result in web/api. The endpoint of the contract gives it the types of the body and the answer. */
export interface Mutation<Body, Answer> {
  mutate(
    body: Body,
    options: { onSuccess(answer: Answer): void; onError(error: Error): void; onSettled(): void },
  ): void;
  error: Error | null;
  isPending: boolean;
}

interface FormOptions<Values, Body, Answer> {
  /** The values at first. After a save, the saved values take their place. */
  values: Values;
  /** Builds the request's body. May be missing if the fields are those of the body. */
  toBody?: (values: Values) => Body;
  onSaved?: (answer: Answer, values: Values) => void;
  onNotSaved?: (error: Error) => void;
  /** Called if a required field is empty or a value is not valid. Nothing is sent then. */
  onInvalid?: () => void;
}

type BodyRule<Values, Body> = Values extends Body ? unknown : { toBody: (values: Values) => Body };

export interface ContractForm<Values extends FieldValues> extends Pick<UseFormReturn<Values>, "register" | "reset"> {
  /** The values that are entered now. */
  values: Values;
  /** Sets a field that has no control of its own in the form. */
  change: <Name extends Path<Values>>(name: Name, value: PathValue<Values, Name>) => void;
  /** The reason why a field is refused, by the form or by the server. */
  errorOf: (name: Path<Values>) => string | undefined;
  isDirty: boolean;
  isSaving: boolean;
  /** The server's refusal as a whole, for `SaveError`. */
  failure: Error | null;
  submit: (event?: BaseSyntheticEvent) => void;
}

/**
 * A form that sends one request of the contract. A value that the server refuses is named at its field, which gets the
 * focus. A failed save keeps what was entered; a second submit during a save does nothing.
 */
export function useContractForm<Values extends FieldValues, Body, Answer>(
  saving: Mutation<Body, Answer>,
  options: FormOptions<Values, Body, Answer> & BodyRule<Values, Body>,
): ContractForm<Values> {
  const { values: first, toBody = (values: Values) => values as unknown as Body } = options;
  const form = useForm<Values>({ defaultValues: first as DefaultValues<Values> });
  const { control, formState, register, reset, clearErrors, getValues, setValue, setError, setFocus } = form;
  const isSending = useRef(false);
  const [refused, setRefused] = useState<Path<Values>[]>([]);
  useEffect(() => {
    // The refusal itself may have brought the field, such as one for the password.
    if (refused[0] !== undefined) setFocus(refused[0]);
  }, [refused, setFocus]);

  const showRefusal = (error: Error) => {
    const names = (error instanceof ApiError ? error.fields : []).flatMap(({ path, message }) => {
      const name = findName(first, path);
      if (name) setError(name, { type: "server", message });
      return name ?? [];
    });
    setRefused(names);
  };
  const send = (values: Values) =>
    saving.mutate(toBody(values), {
      onSuccess: (answer) => {
        // Keeps what was entered during the save.
        reset(values, { keepValues: true });
        options.onSaved?.(answer, values);
      },
      onError: (error) => {
        showRefusal(error);
        options.onNotSaved?.(error);
      },
      onSettled: () => {
        isSending.current = false;
      },
    });
  return {
    register,
    reset,
    values: { ...getValues(), ...useWatch({ control }) } as Values,
    change: (name, value) => setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
    errorOf: (name) => form.getFieldState(name, formState).error?.message,
    isDirty: formState.isDirty,
    isSaving: saving.isPending,
    failure: saving.error,
    submit: (event) => {
      event?.preventDefault();
      if (isSending.current) return;
      isSending.current = true;
      // The server's refusal of a field that is not registered would block every further submit.
      clearErrors();
      void form.handleSubmit(send, () => {
        isSending.current = false;
        options.onInvalid?.();
      })(event);
    },
  };
}

/** The form's field for a path of the server, such as `addresses` for `addresses.0`. */
const findName = <Values extends FieldValues>(values: Values, path: string) =>
  [path, path.split(".")[0] ?? ""].find((name): name is Path<Values> => name in values);

/** The rule of a field that must not stay empty: neither blank text nor no choice. */
export const requiredRule = (message: string) => ({
  validate: (value: string | readonly unknown[]) =>
    (typeof value === "string" ? value.trim() : value).length > 0 || message,
});
