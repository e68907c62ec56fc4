@NullMarked
package io.smartt.emulation.fabric.docker;

import org.jspecify.annotations.NullMarked;
