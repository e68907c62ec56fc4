package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.runtime.Machine;
import io.smartt.p4.pipeline.runtime.Observation;
import io.smartt.p4.pipeline.runtime.SlotProgram;
import io.smartt.p4.pipeline.state.PipelineState;
import io.smartt.p4.pipeline.state.ProgramSchema;
import io.smartt.p4.pipeline.tree.ProgramTree;
import java.lang.classfile.Attributes;
import java.lang.invoke.MethodHandles.Lookup;
import org.jspecify.annotations.Nullable;

/** A program compiled to a class at run time. */
public final class CompiledProgram implements PipelineProgram {
  /** HotSpot does not compile longer methods. */
  private static final int MAX_CODE_BYTES = 8000;

  /** Programs like smartt.p4, whose tables are quick, are better off without a cache of flows. */
  private static final int MIN_SLOW_TABLES = 2;

  private static final int FLOWS = 1 << 18;

  private final ProgramSchema schema;
  private final ProgramTree tree;
  private final SlotProgram program;
  private final MethodHandle constructor;

  /**
   * Compiles a program.
   *
   * @throws Bmv2FormatException naming the part of the program that cannot be executed
   */
  public CompiledProgram(Bmv2Config config, ProgramLayout layout, ProgramSchema schema) {
    this(config, layout, schema, MIN_SLOW_TABLES, FLOWS);
  }

  /**
   * Compiles a program by another rule about flows.
   *
   * @param slowTables ingress is remembered where it has so many tables with ternary keys, ranges,
   *     or lpm with other fields
   * @param flows so many, a power of two
   * @throws Bmv2FormatException naming the part of the program that cannot be executed
   */
  public CompiledProgram(
      Bmv2Config config, ProgramLayout layout, ProgramSchema schema, int slowTables, int flows) {
    this.schema = schema;
    this.tree = ProgramTree.of(config, layout, schema);
    HeaderPlans plans = new HeaderPlans(config, layout, tree);
    this.program =
        new SlotProgram(
            config,
            layout,
            schema,
            tree.emitted(),
            plans.extraSlots(),
            FlowAnalysis.of(config, layout, schema, slowTables, flows)::cache);
    this.constructor = write(plans, false).or(() -> write(plans, true)).orElseThrow();
  }

  /** The constructor of the class; empty where methods got too long and can be split. */
  private Optional<MethodHandle> write(HeaderPlans plans, boolean split) {
    ProgramClass writer = new ProgramClass(tree, schema, plans, split);
    byte[] classFile;
    try {
      classFile = writer.write();
    } catch (IllegalArgumentException e) {
      if (split) {
        throw e;
      }
      // A method of more than 65,535 bytes.
      return Optional.empty();
    }
    if (!split && isTooLong(classFile)) {
      return Optional.empty();
    }
    try {
      Lookup defined =
          MethodHandles.lookup()
              .defineHiddenClassWithClassData(classFile, writer.constants(), true);
      MethodType type =
          MethodType.methodType(void.class, SlotProgram.class, PipelineState.class, Machine.class);
      return Optional.of(
          defined
              .findConstructor(defined.lookupClass(), type)
              .asType(type.changeReturnType(CompiledPipeline.class)));
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new IllegalStateException("the class of a compiled program", e);
    }
  }

  private static boolean isTooLong(byte[] classFile) {
    ClassModel model = ClassFile.of().parse(classFile);
    for (MethodModel method : model.methods()) {
      int length = method.findAttribute(Attributes.code()).map(code -> code.codeLength()).orElse(0);
      if (length > MAX_CODE_BYTES) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Pipeline instantiate(RandomGenerator random, PipelineProgram.PipelineLog log) {
    PipelineState state = newState();
    return over(state, machine(state, random, log, null));
  }

  /** The state that a fresh instance begins with. */
  public PipelineState newState() {
    return new PipelineState(schema);
  }

  /** A switch's own around a state, for engines that share it. Compiled code heeds no observer. */
  public Machine machine(
      PipelineState state,
      RandomGenerator random,
      PipelineProgram.PipelineLog log,
      @Nullable Observation observation) {
    return new Machine(schema, state, tree.hashes(), random, log, observation);
  }

  /** Returns how its contexts hold a packet's fields. */
  public SlotProgram slots() {
    return program;
  }

  /** An instance over a state that another engine may share. */
  public Pipeline over(PipelineState state, Machine machine) {
    try {
      return (CompiledPipeline) constructor.invokeExact(program, state, machine);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the class of a compiled program", e);
    }
  }
}
