package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.hash.HashAlgorithms.HashAlgorithm;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.Machine;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.runtime.SlotProgram;
import io.smartt.p4.pipeline.state.ActionSchema;
import io.smartt.p4.pipeline.state.CounterCells;
import io.smartt.p4.pipeline.state.PipelineState;
import io.smartt.p4.pipeline.state.ProgramSchema;
import io.smartt.p4.pipeline.state.RegisterCells;
import io.smartt.p4.pipeline.tree.Action;
import io.smartt.p4.pipeline.tree.ControlNode;
import io.smartt.p4.pipeline.tree.PrimitiveBuilder;
import io.smartt.p4.pipeline.tree.ProgramTree;
import io.smartt.p4.pipeline.tree.TableNode;
import java.lang.invoke.MethodHandles.Lookup;
import org.jspecify.annotations.Nullable;

/**
 * Writes the class of a program: fields for what a switch has of its own, constants for the nodes
 * that are asked, a method for each part.
 *
 * <p>HotSpot never compiles a method of more than 8,000 bytes. A part that would get longer is
 * written {@link #split}: a method for each state or node, and a loop over them.
 */
final class ProgramClass {
  private static final ClassDesc BASE = Code.desc(CompiledPipeline.class);

  private final ClassDesc owner =
      ClassDesc.of(CompiledPipeline.class.getPackageName(), "CompiledProgram");
  private final ProgramTree tree;
  private final ProgramSchema schema;
  private final HeaderPlans plans;
  private final boolean split;
  private final Code.GeneratedConstants constants = new Code.GeneratedConstants();
  private final List<Integer> registerWidths;
  private final Set<Integer> exiting;

  /**
   * A class to be written.
   *
   * @param split every part in many small methods
   */
  ProgramClass(ProgramTree tree, ProgramSchema schema, HeaderPlans plans, boolean split) {
    this.tree = tree;
    this.schema = schema;
    this.plans = plans;
    this.split = split;
    this.registerWidths = schema.registers().stream().map(register -> register.width()).toList();
    this.exiting =
        IntStream.range(0, tree.actions().size())
            .filter(i ->
                tree.actions().get(i).steps().stream()
                    .anyMatch(PrimitiveBuilder.Exit.class::isInstance))
            .boxed()
            .collect(Collectors.toSet());
  }

  static String counterName(int counter) {
    return "counter" + counter;
  }

  static String registerName(int register) {
    return "register" + register;
  }

  static String hashName(int hash) {
    return "hash" + hash;
  }

  static String constantName(int number) {
    return "CONSTANT_" + number;
  }

  static String actionName(int action) {
    return "action" + action;
  }

  static String tableName(int table) {
    return "table" + table;
  }

  static String patchName(HeaderLayout header) {
    return "patch" + header.base();
  }

  /** The objects that the class finds in its class data. */
  List<Object> constants() {
    return constants.values();
  }

  /** The class file. */
  byte[] write() {
    // Nothing in the code needs to know how classes derive from one another.
    return ClassFile.of().build(owner, this::write);
  }

  private void write(ClassBuilder builder) {
    builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER).withSuperclass(BASE);
    Map<String, Class<?>> own = new LinkedHashMap<>();
    for (int i = 0; i < schema.counters().size(); i++) {
      own.put(counterName(i), CounterCells.class);
    }
    for (int i = 0; i < schema.registers().size(); i++) {
      own.put(registerName(i), RegisterCells.class);
    }
    for (int i = 0; i < tree.hashes().size(); i++) {
      own.put(hashName(i), Hashes.type(tree.hashes().get(i)));
    }
    own.forEach((name, type) ->
        builder.withField(name, Code.desc(type), ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL));
    builder.withMethodBody(
        ConstantDescs.INIT_NAME,
        Code.methodDesc(void.class, SlotProgram.class, PipelineState.class, Machine.class),
        0,
        this::constructor);
    parser(builder);
    control(builder, "lookUpIngress", tree.ingress());
    control(builder, "runEgress", tree.egress());
    for (int i = 0; i < tree.actions().size(); i++) {
      action(builder, i);
    }
    deparser(builder);
    constants(builder);
  }

  private void constructor(CodeBuilder code) {
    int machine = code.parameterSlot(2);
    code.aload(0).aload(code.parameterSlot(0)).aload(code.parameterSlot(1)).aload(machine);
    code.invokespecial(
        BASE,
        ConstantDescs.INIT_NAME,
        Code.methodDesc(void.class, SlotProgram.class, PipelineState.class, Machine.class));
    for (int i = 0; i < schema.counters().size(); i++) {
      take(code, "counters", CounterCells[].class, i, counterName(i), CounterCells.class);
    }
    for (int i = 0; i < schema.registers().size(); i++) {
      take(code, "registers", RegisterCells[].class, i, registerName(i), RegisterCells.class);
    }
    for (int i = 0; i < tree.hashes().size(); i++) {
      Class<?> type = Hashes.type(tree.hashes().get(i));
      take(code, "hashes", HashAlgorithm[].class, i, hashName(i), type);
    }
    code.return_();
  }

  /** Keeps an element of one of the machine's arrays in a field. */
  private void take(
      CodeBuilder code, String from, Class<?> arrayType, int at, String to, Class<?> type) {
    code.aload(0).aload(code.parameterSlot(2));
    code.getfield(Code.desc(Machine.class), from, Code.desc(arrayType));
    code.loadConstant(at).aaload().checkcast(Code.desc(type));
    code.putfield(owner, to, Code.desc(type));
  }

  /** Defines the constants and sets them, from the class data, when the class is initialised. */
  private void constants(ClassBuilder builder) {
    int count = constants.values().size();
    for (int i = 0; i < count; i++) {
      builder.withField(
          constantName(i),
          Code.desc(constants.type(i)),
          ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL);
    }
    builder.withMethodBody(
        ConstantDescs.CLASS_INIT_NAME,
        Code.methodDesc(void.class),
        ClassFile.ACC_STATIC,
        code -> {
          int data = code.allocateLocal(java.lang.classfile.TypeKind.REFERENCE);
          code.invokestatic(
              Code.desc(MethodHandles.class), "lookup", Code.methodDesc(Lookup.class));
          code.loadConstant(ConstantDescs.DEFAULT_NAME).loadConstant(Code.desc(List.class));
          code.invokestatic(
              Code.desc(MethodHandles.class),
              "classData",
              Code.methodDesc(Object.class, Lookup.class, String.class, Class.class));
          code.checkcast(Code.desc(List.class)).astore(data);
          for (int i = 0; i < count; i++) {
            ClassDesc type = Code.desc(constants.type(i));
            code.aload(data).loadConstant(i);
            code.invokeinterface(
                Code.desc(List.class), "get", Code.methodDesc(Object.class, int.class));
            code.checkcast(type).putstatic(owner, constantName(i), type);
          }
          code.return_();
        });
  }

  private void method(
      ClassBuilder builder,
      String name,
      boolean isAction,
      Consumer<Code> body,
      Class<?> result,
      Class<?>... parameters) {
    builder.withMethodBody(
        name,
        Code.methodDesc(result, parameters),
        ClassFile.ACC_PROTECTED | ClassFile.ACC_FINAL,
        raw -> body.accept(new Code(owner, raw, constants, isAction)));
  }

  private void method(ClassBuilder builder, String name, Class<?> result, Consumer<Code> body) {
    method(builder, name, false, body, result, SlotContext.class);
  }

  private void parser(ClassBuilder builder) {
    new ParserMethods(tree.parser(), plans, registerWidths, split)
        .write((name, body) -> method(builder, name, int.class, body));
  }

  private void control(ClassBuilder builder, String name, @Nullable ControlNode first) {
    ControlMethods control = new ControlMethods(name, first, exiting, this::actionsOf, split);
    control.write(
        new ControlMethods.Target() {
          @Override
          public void procedure(String method, Consumer<Code> body) {
            method(builder, method, void.class, body);
          }

          @Override
          public void function(String method, Consumer<Code> body) {
            method(builder, method, int.class, body);
          }
        });
    for (TableNode table : control.tables()) {
      method(
          builder,
          tableName(table.facts().schema().index()),
          int.class,
          code -> new TableWriter(code, table).write(actionsOf(table)));
    }
  }

  private List<Integer> actionsOf(TableNode table) {
    Collection<ActionSchema> actions =
        table.facts().schema().profile().isPresent()
            ? schema.profileActions().get(table.facts().schema().profile().getAsInt()).values()
            : table.facts().schema().actions().values();
    return actions.stream().map(ActionSchema::index).distinct().sorted().toList();
  }

  private void action(ClassBuilder builder, int index) {
    Action action = tree.actions().get(index);
    if (!ActionWriter.canWrite(action)) {
      actionMethod(builder, actionName(index), writer -> writer.ask(action));
      return;
    }
    boolean jumps =
        action.steps().stream()
            .anyMatch(io.smartt.p4.pipeline.tree.Primitive.Jump.class::isInstance);
    int size = action.steps().size();
    boolean fits = !split || IntStream.range(0, size).allMatch(step -> fits(action, step));
    if (fits && (!split || size < 2)) {
      actionMethod(builder, actionName(index), writer -> writer.steps(action));
    } else if (!fits || jumps) {
      actionMethod(builder, actionName(index), writer -> writer.ask(action));
    } else {
      for (int i = 0; i < size; i++) {
        int at = i;
        actionMethod(
            builder, actionName(index) + "_" + at, writer -> writer.effects(action, at, at + 1));
      }
      method(
          builder,
          actionName(index),
          true,
          code -> {
            for (int i = 0; i < size; i++) {
              code.raw().aload(0);
              code.context().arguments();
              code.callOwn(
                  actionName(index) + "_" + i, void.class, SlotContext.class, long[].class);
            }
            code.raw().return_();
          },
          void.class,
          SlotContext.class,
          long[].class);
    }
  }

  /** Returns whether a step without jumps can be a method: the JVM takes 65,535 bytes of code. */
  private boolean fits(Action action, int step) {
    try {
      ClassFile.of()
          .build(
              owner,
              builder ->
                  actionMethod(builder, "trial", writer -> writer.effects(action, step, step + 1)));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private void actionMethod(ClassBuilder builder, String name, Consumer<ActionWriter> body) {
    method(
        builder,
        name,
        true,
        code -> body.accept(new ActionWriter(code, registerWidths)),
        void.class,
        SlotContext.class,
        long[].class);
  }

  private void deparser(ClassBuilder builder) {
    method(
        builder,
        "checksumIsWrong",
        boolean.class,
        code -> new DeparserWriter(code, plans).verify(tree.verified()));
    method(
        builder,
        "beforeEmit",
        void.class,
        code ->
            new DeparserWriter(code, plans)
                .prepare(tree.updated(), tree.deparserCalls(), registerWidths));
    if (tree.emitted().stream().noneMatch(plans::isInPlace)) {
      return;
    }
    method(
        builder, "emit", void.class, code -> new DeparserWriter(code, plans).emit(tree.emitted()));
    for (HeaderLayout header : tree.emitted()) {
      plans
          .of(header)
          .filter(plan -> plan.inPlace() && !plan.written().isEmpty())
          .ifPresent(plan ->
              method(
                  builder,
                  patchName(header),
                  false,
                  code -> {
                    new WireCode(code)
                        .patch(plan, code.raw().parameterSlot(1), code.raw().parameterSlot(2));
                    code.raw().return_();
                  },
                  void.class,
                  SlotContext.class,
                  byte[].class,
                  int.class));
    }
  }
}
