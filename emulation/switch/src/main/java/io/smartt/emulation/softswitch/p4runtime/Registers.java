package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.info.RegisterInfo;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Change;
import org.p4.v1.RegisterEntry;
import org.p4.v1.Update;

/** Registers (P4Runtime section 9.7). */
final class Registers {
  private final WriteContext context;

  Registers(WriteContext context) {
    this.context = context;
  }

  void write(Update.Type type, RegisterEntry message) {
    if (type != Update.Type.MODIFY) {
      throw Refusal.invalid("a register takes MODIFY, not " + type);
    }
    RegisterInfo register =
        context.owned(context.info().registers(), "register", message.getRegisterId());
    String owner = "register '" + register.name() + "'";
    if (!message.hasData()) {
      throw Refusal.invalid(owner + ": there is no data to write");
    }
    Bits value =
        P4DataValues.of(context.info())
            .decode(new Place(owner, "cell", "data"), register.type(), message.getData());
    for (int index : Indices.of(owner, register.size(), message.hasIndex(), message.getIndex())) {
      context.effects().change(new Change.WriteRegister(register.name(), index, value));
    }
  }
}
