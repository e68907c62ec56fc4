@NullMarked
package io.smartt.study.paper.sensitivity;

import org.jspecify.annotations.NullMarked;
