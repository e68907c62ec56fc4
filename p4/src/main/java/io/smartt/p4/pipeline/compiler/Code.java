package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;

/**
 * The code of one generated method, whose first argument is the context: JVM instructions in terms
 * of slots, of the class's own fields and of calls. The slots stay in a local variable.
 */
final class Code {
  private static final int CONTEXT = 1;
  private static final int ARGUMENTS = 2;
  private static final int NONE = -1;

  private final ClassDesc owner;
  private final CodeBuilder builder;
  private final GeneratedConstants constants;
  private final int slots;
  private final int arguments;

  /** A method whose second argument is an action's arguments where {@code isAction} says so. */
  Code(ClassDesc owner, CodeBuilder builder, GeneratedConstants constants, boolean isAction) {
    this.owner = owner;
    this.builder = builder;
    this.constants = constants;
    arguments = isAction ? ARGUMENTS : NONE;
    slots = builder.allocateLocal(TypeKind.REFERENCE);
    context().getField(SlotContext.class, "slots", long[].class);
    builder.astore(slots);
  }

  static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }

  static MethodTypeDesc methodDesc(Class<?> result, Class<?>... parameters) {
    return MethodTypeDesc.of(desc(result), Arrays.stream(parameters).map(Code::desc).toList());
  }

  /** Returns the builder itself, for instructions that have no better name. */
  CodeBuilder raw() {
    return builder;
  }

  Label label() {
    return builder.newLabel();
  }

  Code bind(Label label) {
    builder.labelBinding(label);
    return this;
  }

  int newLong() {
    return builder.allocateLocal(TypeKind.LONG);
  }

  int newInt() {
    return builder.allocateLocal(TypeKind.INT);
  }

  int newReference() {
    return builder.allocateLocal(TypeKind.REFERENCE);
  }

  /** Pushes the context. */
  Code context() {
    builder.aload(CONTEXT);
    return this;
  }

  /** Pushes the array of slots. */
  Code slots() {
    builder.aload(slots);
    return this;
  }

  Code push(long value) {
    builder.loadConstant(value);
    return this;
  }

  Code push(int value) {
    builder.loadConstant(value);
    return this;
  }

  /** Pushes a slot. */
  Code loadSlot(int slot) {
    slots().push(slot);
    builder.laload();
    return this;
  }

  /** Sets a slot to a constant. */
  Code setSlot(int slot, long value) {
    slots().push(slot).push(value);
    builder.lastore();
    return this;
  }

  /** Branches on the validity of a header. */
  Code jumpIfInvalid(HeaderLayout header, Label target) {
    return jumpIfZero(header.base() + HeaderLayout.VALID_OFFSET, target);
  }

  /** Branches where a slot is 0. */
  Code jumpIfZero(int slot, Label target) {
    loadSlot(slot).push(0L);
    builder.lcmp().ifeq(target);
    return this;
  }

  Code getField(Class<?> type, String name, Class<?> fieldType) {
    builder.getfield(desc(type), name, desc(fieldType));
    return this;
  }

  /** Pushes a field of the context. */
  Code contextField(String name, Class<?> fieldType) {
    return context().getField(SlotContext.class, name, fieldType);
  }

  /** Pops a value into a field of the context, which was pushed before it. */
  Code putContextField(String name, Class<?> fieldType) {
    builder.putfield(desc(SlotContext.class), name, desc(fieldType));
    return this;
  }

  /** Pushes a field of the generated instance. */
  Code ownField(String name, Class<?> fieldType) {
    builder.aload(0).getfield(owner, name, desc(fieldType));
    return this;
  }

  Code callStatic(Class<?> type, String name, Class<?> result, Class<?>... parameters) {
    builder.invokestatic(desc(type), name, methodDesc(result, parameters));
    return this;
  }

  Code call(Class<?> type, String name, Class<?> result, Class<?>... parameters) {
    if (type.isInterface()) {
      builder.invokeinterface(desc(type), name, methodDesc(result, parameters));
    } else {
      builder.invokevirtual(desc(type), name, methodDesc(result, parameters));
    }
    return this;
  }

  /** Calls a method of the generated class; the instance is below the arguments. */
  Code callOwn(String name, Class<?> result, Class<?>... parameters) {
    builder.invokevirtual(owner, name, methodDesc(result, parameters));
    return this;
  }

  Code cast(Class<?> type) {
    builder.checkcast(desc(type));
    return this;
  }

  /** Pushes an object. */
  <T> Code constant(T value, Class<T> type) {
    int number = constants.number(value, type);
    builder.getstatic(owner, ProgramClass.constantName(number), desc(constants.type(number)));
    if (constants.type(number) != type) {
      cast(type);
    }
    return this;
  }

  /** Pushes a node that the code then asks, because there is no code for it. */
  <T> Code node(T value, Class<T> type) {
    if (arguments != NONE) {
      context();
      builder.aload(arguments);
      putContextField("arguments", long[].class);
    }
    return constant(value, type);
  }

  /** Pushes the array of the action's arguments. */
  Code arguments() {
    builder.aload(arguments);
    return this;
  }

  /** Objects that generated code refers to; each becomes a static final field. */
  static final class GeneratedConstants {
    private final List<Object> values = new ArrayList<>();
    private final List<Class<?>> types = new ArrayList<>();
    private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<>();

    /** The number of an object that code refers to as a {@code type}. */
    int number(Object value, Class<?> type) {
      return numbers.computeIfAbsent(
          value,
          _ -> {
            values.add(value);
            types.add(type);
            return values.size() - 1;
          });
    }

    /** The objects by their number. */
    List<Object> values() {
      return List.copyOf(values);
    }

    /** Returns what code refers to an object as. */
    Class<?> type(int number) {
      return types.get(number);
    }
  }
}
