package io.smartt.emulation.shell;

import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.p4.info.P4InfoIndex.CounterInfo;
import io.smartt.p4.info.P4InfoIndex.RegisterInfo;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import java.util.List;

/** The commands that read and write cells of registers and counters. */
final class ArrayEdits {
  private final ShellOutput output;

  ArrayEdits(ShellOutput output) {
    this.output = output;
  }

  /** {@code register_read}. */
  void readRegister(ProgrammedSwitch sw, List<String> words) {
    RegisterInfo register = SwitchEdits.named(() -> sw.info().registers().named(words.getFirst()));
    if (words.size() == 2) {
      int index = inArray(register.name(), words.get(1), register.size());
      output.line(
          "%s[%d] = %s"
              .formatted(register.name(), index, sw.register(register.name(), index).value()));
    } else {
      List<String> cells =
          sw.registers(register.name()).values().stream()
              .map(bits -> bits.value().toString())
              .toList();
      output.line(register.name() + " = " + String.join(", ", cells));
    }
  }

  private static int inArray(String array, String word, long size) {
    int index = EntryWords.index(word);
    if (index >= size) {
      throw new UserInputException("%s has %d cells: 0 to %d".formatted(array, size, size - 1));
    }
    return index;
  }

  /** {@code register_write}. */
  static void writeRegister(ProgrammedSwitch sw, List<String> words) {
    RegisterInfo register = SwitchEdits.named(() -> sw.info().registers().named(words.getFirst()));
    int index = inArray(register.name(), words.get(1), register.size());
    int width =
        register
            .width()
            .orElseThrow(
                () -> new UserInputException(register.name() + " does not hold bit strings"));
    Bits value = EntryWords.bits(words.get(2), width, register.name());
    sw.writeRegister(register.name(), index, value);
  }

  /** {@code counter_read}. */
  void readCounter(ProgrammedSwitch sw, List<String> words) {
    CounterInfo counter = SwitchEdits.named(() -> sw.info().counters().named(words.getFirst()));
    if (counter.directTableId().isPresent()) {
      throw new UserInputException(counter.name() + " counts entries of a table: it has no index");
    }
    int index = inArray(counter.name(), words.get(1), counter.size());
    PacketByteCount value = sw.counter(counter.name(), index);
    output.line(
        "%s[%d] = %d packets, %d bytes"
            .formatted(counter.name(), index, value.packets(), value.bytes()));
  }
}
