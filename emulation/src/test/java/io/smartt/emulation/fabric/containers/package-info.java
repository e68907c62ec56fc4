/** Tests of fabrics of containers, without an engine. */
@NullMarked
package io.smartt.emulation.fabric.containers;

import org.jspecify.annotations.NullMarked;
