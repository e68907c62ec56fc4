@NullMarked
package io.smartt.emulation.fabric.virtual;

import org.jspecify.annotations.NullMarked;
