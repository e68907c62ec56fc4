@NullMarked
package io.smartt.emulation.paper.sensitivity;

import org.jspecify.annotations.NullMarked;
