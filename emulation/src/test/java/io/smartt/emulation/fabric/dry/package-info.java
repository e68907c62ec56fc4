@NullMarked
package io.smartt.emulation.fabric.dry;

import org.jspecify.annotations.NullMarked;
