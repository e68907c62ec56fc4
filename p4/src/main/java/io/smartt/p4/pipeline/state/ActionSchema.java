package io.smartt.p4.pipeline.state;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.ActionDefinition;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.InvalidChangeException;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.state.Entry.ActionBinding;

/**
 * An action as the control plane sees it: each argument takes a long for each 64 bits of its width,
 * one after the other.
 */
public final class ActionSchema {
  private final int index;
  private final ActionDefinition definition;
  private final int[] offsets;
  private final int words;

  /** The action at this index of the program. */
  public ActionSchema(int index, ActionDefinition definition) {
    this.index = index;
    this.definition = definition;
    this.offsets = new int[definition.parameters().size()];
    int next = 0;
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = next;
      next += Words.count(definition.parameters().get(i).width());
    }
    this.words = next;
  }

  /** Full P4 name. */
  public String name() {
    return definition.name();
  }

  /** Index in the program. */
  public int index() {
    return index;
  }

  /** Returns where an argument starts in {@link ActionBinding#arguments}. */
  public int offset(int parameter) {
    return offsets[parameter];
  }

  /** Width of an argument in bits. */
  public int width(int parameter) {
    return definition.parameters().get(parameter).width();
  }

  ActionBinding bind(EntryTarget.ActionCall call) {
    if (call.arguments().size() != offsets.length) {
      throw new InvalidChangeException(
          "action %s takes %s arguments, found %s"
              .formatted(name(), offsets.length, call.arguments().size()));
    }
    long[] arguments = new long[words];
    for (int i = 0; i < offsets.length; i++) {
      Bits argument = call.arguments().get(i);
      if (argument.width() != width(i)) {
        throw new InvalidChangeException(
            "argument %s of action %s has %s bits, found %s"
                .formatted(
                    definition.parameters().get(i).name(), name(), width(i), argument.width()));
      }
      Words.set(arguments, offsets[i], width(i), argument.value());
    }
    return new ActionBinding(index, arguments);
  }

  /** The arguments as {@link ActionBinding#arguments} lays them out. */
  public long[] words(List<BigInteger> arguments) {
    return bind(call(arguments)).arguments();
  }

  /** A call with numbers in the order of the parameters. */
  public EntryTarget.ActionCall call(List<BigInteger> arguments) {
    List<Bits> bits = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      bits.add(new Bits(arguments.get(i), width(i)));
    }
    return new EntryTarget.ActionCall(name(), bits);
  }
}
