package io.smartt.p4.info;

import java.util.Optional;

/**
 * A parameter that the control plane gives to an action.
 *
 * @param width in bits; 0 where the control plane gives an opaque string
 * @param typeName the P4 type that the controller's values are translated to, if any
 */
public record ParamInfo(int id, String name, int width, Optional<String> typeName)
    implements P4Object {}
