package io.smartt.p4.info;

import java.util.Optional;

/** An action and its parameters in declaration order. */
public record ActionInfo(int id, String name, String alias, P4Objects<ParamInfo> params)
    implements P4Object {

  /**
   * A parameter that the control plane gives to an action.
   *
   * @param width in bits; 0 where the control plane gives an opaque string
   * @param typeName the P4 type that the controller's values are translated to, if any
   */
  public record ParamInfo(int id, String name, int width, Optional<String> typeName)
      implements P4Object {}
}
