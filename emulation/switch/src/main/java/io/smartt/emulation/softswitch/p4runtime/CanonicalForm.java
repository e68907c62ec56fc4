package io.smartt.emulation.softswitch.p4runtime;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4Bytes;
import org.p4.v1.Action;

/** The shortest form of what a message holds, for what is kept as a message. */
final class CanonicalForm {
  private CanonicalForm() {}

  static ByteString of(ByteString bytes) {
    return P4Bytes.canonical(bytes);
  }

  static Action of(Action action) {
    Action.Builder canonical = action.toBuilder();
    for (Action.Param.Builder param : canonical.getParamsBuilderList()) {
      param.setValue(of(param.getValue()));
    }
    return canonical.build();
  }
}
