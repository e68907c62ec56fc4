package io.smartt.p4.info;

import org.p4.config.v1.P4DataTypeSpec;

/**
 * A digest that the data plane sends.
 *
 * @param type of one message
 */
public record DigestInfo(int id, String name, String alias, P4DataTypeSpec type)
    implements P4Object {}
